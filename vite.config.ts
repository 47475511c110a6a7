import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVER = process.env.AFORO_SERVER ?? 'http://127.0.0.1:8080'
const LANGUAGES = ['es', 'en', 'pt', 'cs', 'ca', 'it']

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'public',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // One file a language (all namespaces and widgets together), and the two libraries that outlive our releases apart.
        codeSplitting: {
          groups: [
            ...LANGUAGES.map((language) => ({ name: `lang-${language}`, test: new RegExp(`(locales/[a-z]+|widgets/[a-z-]+/i18n)/${language}\\.json$`) })),
            { name: 'echarts', test: /node_modules\/(echarts|zrender)\// },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/branding.css': SERVER } },
})
