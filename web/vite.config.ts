import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { gameIcons } from "./tools/icons.ts";

export default defineConfig({
  plugins: [svelte(), gameIcons()],
  build: { outDir: "../src/bestiary/server/built", emptyOutDir: true, target: "es2022", reportCompressedSize: true },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8093", ws: true } } },
});
