/** The pictures that only this game uses: once in a page, as soon as the game is loaded. */
import symbols from "virtual:game-icons/beasts";

document.body.insertAdjacentHTML("beforeend", `<svg width="0" height="0" style="position:absolute" aria-hidden="true">${symbols}</svg>`);
