// A game for boardgame.io's server whose state is about as large as a view of Tooth & Talon: what lies before four
// players, a pile, and a secret hand of each, which its own filter removes for the others.
const { Server, Origins } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const ANIMALS = ["rat", "snake", "hawk", "fox", "net"];
const counts = (n) => Object.fromEntries(ANIMALS.map((animal) => [animal, n]));

const game = {
  name: "bestiary",
  setup: ({ ctx }) => ({
    round: 1,
    last: null,
    pile: counts(3),
    seats: Array.from({ length: ctx.numPlayers }, () => ({ coins: 0, active: null, collection: counts(1) })),
    players: Object.fromEntries(Array.from({ length: ctx.numPlayers }, (_, seat) => [seat, { hand: counts(2) }])),
  }),
  playerView: PlayerView.STRIP_SECRETS,
  moves: {
    take: ({ G, playerID }, n) => {
      const animal = ANIMALS[n];
      const seat = G.seats[Number(playerID)];
      seat.active = animal;
      seat.collection[animal] = (seat.collection[animal] + 1) % 5;
      seat.coins += 1;
      G.players[playerID].hand[animal] = (G.players[playerID].hand[animal] + 1) % 4;
      G.pile[animal] = (G.pile[animal] + 1) % 6;
      G.round += 1;
      G.last = playerID;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const [port, apiPort] = process.argv.slice(2).map(Number);
server.run({ port, lobbyConfig: { apiPort } }, () => console.log("serving"));
