/** Every namespace of one language, as one chunk. */
export default import.meta.glob<Record<string, unknown>>('../locales/*/cs.json', { import: 'default', eager: true })
