/// <reference types="svelte" />
/// <reference types="vite/client" />
declare module "virtual:game-icons" {
  const symbols: string;
  export default symbols;
}
declare module "virtual:game-icons/beasts" {
  const symbols: string;
  export default symbols;
}
