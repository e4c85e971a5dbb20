"""What one client may take of the server: connections, time, fields, and heavy work. Nobody may take it from the desk."""
