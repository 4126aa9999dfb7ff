import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // The content security policy allows no inline script, which the polyfill of module preloading would be.
  build: { target: "es2024", modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
