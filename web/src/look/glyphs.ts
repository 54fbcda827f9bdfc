/** Line glyphs of the interface, drawn on 24 × 24. */
export const GLYPHS = {
  back: "M14 6l-6 6 6 6",
  next: "M10 6l6 6-6 6",
  log: "M6 4h9l4 4v12H6zM9 11h7M9 15h7",
  sound: "M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
  mute: "M4 10v4h4l5 4V6L8 10zM17 9.5l4 5M21 9.5l-4 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.6 9.4a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2 1-1.2 2M12 17v.2",
  menu: "M4 7h16M4 12h16M4 17h16",
  undo: "M9 5L4 10l5 5M4 10h10a5.500 5.500 0 0 1 0 11h-3",
  lamp: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.600 10.800c.700.600 1.100 1.300 1.100 2.200h5c0-.900.400-1.600 1.100-2.200A6 6 0 0 0 12 3z",
  close: "M6 6l12 12M18 6L6 18",
  turn: "M19 8a8 8 0 1 0 1 6M19 3v5h-5",
  people: "M8.5 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3 19c.4-3.6 2.4-5.4 5.5-5.4s5.100 1.800 5.500 5.400M15.500 5a3 3 0 0 1 0 6M17.500 14c2 .6 3.200 2.300 3.500 5",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2",
  two: "M9 9h11v11H9zM15 9V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h3",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  down: "M6 9l6 6 6-6",
} as const;

export type GlyphName = keyof typeof GLYPHS;
