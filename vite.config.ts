import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { ariaLocales } from './scripts/aria-locales.ts'

const SERVER = process.env.AFORO_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'public',
  plugins: [react(), ariaLocales()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The two libraries that outlive our releases stand apart.
        codeSplitting: {
          groups: [
            { name: 'echarts', test: /node_modules\/(echarts|zrender)\// },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/branding.css': SERVER } },
})
