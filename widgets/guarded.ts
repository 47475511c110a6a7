/** The registry with the guards of options: for documents that were not checked, which people make and edit. */
import type { WidgetDefinition, WidgetRegistry } from '#engine/types'
import { widgets } from '#widgets'

const guards = import.meta.glob<WidgetDefinition<never>['validate']>('./*/generated/options.guard.js', {
  import: 'default',
  eager: true,
})

/** Type -> definition. A folder without the guard of its options stops the start. */
export const guardedWidgets: WidgetRegistry = new Map(
  [...widgets].map(([type, declaration]) => {
    const validate = guards[`./${type}/generated/options.guard.js`]
    if (validate === undefined)
      throw new Error(
        `WIDGET_GUARD_MISSING: widgets/${type} has no guard of its options; run npm run schemas -- ${type}.`,
      )
    return [type, { ...declaration, validate }]
  }),
)
