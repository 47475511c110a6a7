/** All texts of every widget in one language, for the editor. */
export default import.meta.glob<Record<string, unknown>>('../../*/i18n/it.json', { import: 'default', eager: true })
