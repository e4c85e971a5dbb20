"""Image, press, cameras, sponsors and what people wear: asked, answered and kept."""
