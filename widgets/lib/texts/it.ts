/** The texts of every widget in one language, as one chunk. */
export default import.meta.glob<Record<string, unknown>>('../../*/i18n/it.json', { import: 'default', eager: true })
