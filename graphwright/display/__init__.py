"""How values are written for people, as grids and as Markdown; knows no table and no lake."""
