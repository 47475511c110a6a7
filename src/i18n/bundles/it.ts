/** Texts of every page in one language, as one chunk. */
export default import.meta.glob<Record<string, unknown>>('../locales/{app,ui,session,errors}/it.json', {
  import: 'default',
  eager: true,
})
