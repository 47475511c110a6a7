/** The texts of every widget in one language, without those of its options, as one chunk. */
export default import.meta.glob<Record<string, unknown>>('../../*/i18n/en.json', {
  query: '?shown',
  import: 'default',
  eager: true,
})
