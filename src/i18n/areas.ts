/** The texts of the areas that are separate files, one per language. */
export const areas = import.meta.glob<Record<string, unknown>>(
  ['./locales/*/*.json', '!./locales/{home,app,ui,session,errors,engine,issues,metrics,periods,status}/*.json'],
  { import: 'default' },
)
