/** Further texts of dashboards in one language, as one chunk. */
export default import.meta.glob<Record<string, unknown>>('../locales/{engine,issues,metrics,periods,status}/pt.json', {
  import: 'default',
  eager: true,
})
