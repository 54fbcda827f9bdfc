/** Shapes of seals and sigils on 100 × 100, so that nothing is told by colour alone. */
export const SHAPES = {
  circle: "M50 4a46 46 0 1 0 0 92 46 46 0 0 0 0-92z",
  diamond: "M50 2 98 50 50 98 2 50z",
  lozenge: "M50 2 98 50 50 98 2 50z",
  hexagon: "M27 7h46l25 43-25 43H27L2 50z",
  triangle: "M50 4 97 90H3z",
  pentagon: "M50 3 97 38 79 94H21L3 38z",
  square: "M16 6h68a10 10 0 0 1 10 10v68a10 10 0 0 1-10 10H16A10 10 0 0 1 6 84V16A10 10 0 0 1 16 6z",
  shield: "M6 8h88v40c0 26-18 40-44 50C24 88 6 74 6 48z",
  drop: "M50 2c18 26 34 42 34 62a34 34 0 0 1-68 0c0-20 16-36 34-62z",
  leaf: "M96 4C40 2 4 30 6 70c0 12 6 22 14 26C64 98 98 66 96 4z",
  moon: "M50 3a47 47 0 1 0 0 94 47 47 0 0 0 0-94zM66 14a36 36 0 0 1 20 36 36 36 0 0 1-8 22z",
  octagon: "M30 3h40l27 27v40L70 97H30L3 70V30z",
} as const;

export type ShapeName = keyof typeof SHAPES;

/** The six inks; each has a hatching of its own. */
export const INKS = { red: "gules", blue: "azure", green: "vert", gold: "or", plum: "purpure", umber: "sable" } as const;
export type Ink = keyof typeof INKS;
