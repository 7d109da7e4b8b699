// Draws the graph around an entity; places come from the server, so the picture is always the same.
"use strict";
document.addEventListener("DOMContentLoaded", async () => {
  const box = document.getElementById("graph");
  const chosen = document.getElementById("chosen");
  const answer = await fetch(box.dataset.source, { headers: { Accept: "application/json" } });
  if (!answer.ok) {
    box.textContent = "The picture cannot be drawn; the table below holds the same.";
    return;
  }
  const around = await answer.json();
  const place = (node) => ({ x: node.x * box.clientWidth, y: node.y * box.clientHeight });
  const picture = cytoscape({
    container: box,
    elements: [
      ...around.nodes.map((node) => ({
        data: { id: node.entity_id, label: node.name, middle: node.entity_id === around.center },
        position: place(node),
      })),
      ...around.edges.map((edge) => ({
        data: { id: edge.relation_id, source: edge.source, target: edge.target, label: edge.predicate, text: edge.text },
      })),
    ],
    layout: { name: "preset", fit: true, padding: 30 },
    minZoom: 0.1,
    maxZoom: 4,
    style: [
      { selector: "node", style: { label: "data(label)", "font-size": 12, "text-wrap": "wrap", "text-max-width": 120,
        "background-color": "#7c96ab", width: 14, height: 14, color: "#1c2733", "text-valign": "bottom", "text-margin-y": 3 } },
      { selector: "node[?middle]", style: { "background-color": "#d98200", width: 24, height: 24, "font-weight": "bold" } },
      { selector: "edge", style: { width: 1.2, "line-color": "#b9c5cf", "target-arrow-color": "#b9c5cf",
        "target-arrow-shape": "triangle", "arrow-scale": 0.7, "curve-style": "bezier", label: "data(label)",
        "font-size": 8, color: "#55626f", "text-rotation": "autorotate", "min-zoomed-font-size": 7 } },
      { selector: ":selected", style: { "line-color": "#d98200", "target-arrow-color": "#d98200", "background-color": "#1f5f8f" } },
    ],
  });
  const link = (id, name) => {
    const made = document.createElement("a");
    made.href = "/entity?name=" + encodeURIComponent(id);
    made.textContent = name;
    return made;
  };
  picture.on("select", "node", (event) => chosen.replaceChildren(link(event.target.id(), event.target.data("label"))));
  picture.on("select", "edge", (event) => chosen.replaceChildren(event.target.data("text")));
  box.dataset.drawn = String(around.nodes.length);
});
