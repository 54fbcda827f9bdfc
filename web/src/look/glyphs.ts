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
  close: "M6 6l12 12M18 6L6 18",
  turn: "M19 8a8 8 0 1 0 1 6M19 3v5h-5",
  people: "M8.5 11a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3 19c.4-3.6 2.4-5.4 5.5-5.4s5.100 1.800 5.500 5.400M15.500 5a3 3 0 0 1 0 6M17.500 14c2 .6 3.200 2.300 3.500 5",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2",
  shield: "M12 3l8 3v6c0 5-3.5 8-8 9-4.500-1-8-4-8-9V6zM8.500 12l2.500 2.500 4.500-5",
  first: "M7 6v12M17 6l-7 6 7 6",
  last: "M17 6v12M7 6l7 6-7 6",
  play: "M8 5l11 7-11 7z",
  pause: "M8 6v12M16 6v12",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  chart: "M4 4v16h16M7 15l4-5 3 3 5-7",
  check: "M5 12.500l4.500 4.500L19 7",
  two: "M9 9h11v11H9zM15 9V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h3",
} as const;

export type GlyphName = keyof typeof GLYPHS;
