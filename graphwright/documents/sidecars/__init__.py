"""Files beside the sources that say something of documents: how they are read."""
