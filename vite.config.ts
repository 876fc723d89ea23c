import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { contractForBrowser } from './scripts/vite-contract.ts'
import { precompressed } from './scripts/vite-precompressed.ts'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), contractForBrowser(), precompressed()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
})
