"""Tables over HTTP and WebSocket. What was acknowledged is stored; what a seat receives passes `engine.seat`."""
