/**
 * Format 0 (before formats were numbered) kept each grid as a list of `{ i, x, y, w, h }`, as the grid library did, and
 * the sections at the top. Lists cannot be merged by id; maps can.
 */
import type { FormatMigration } from '../format-migration.ts'
import { isRecord } from '../pointer.ts'

export const gridsAsMaps: FormatMigration = {
  up({ sections, ...rest }) {
    const losses: string[] = []
    const grids = Object.fromEntries(
      Object.entries(isRecord(rest.grids) ? rest.grids : {}).map(([size, grid]) => {
        if (!Array.isArray(grid)) return [size, grid]
        const items: [string, unknown][] = []
        for (const item of grid) {
          // A place without a name belongs to no account; there is no id to lose.
          if (!isRecord(item) || typeof item.i !== 'string') continue
          const { i, x, y, w, h } = item
          items.push([i, { x, y, w, h }])
        }
        return [size, Object.fromEntries(items)]
      }),
    )
    return {
      document: {
        ...rest,
        ...(sections === undefined ? {} : { layout: { ...(isRecord(rest.layout) ? rest.layout : {}), sections } }),
        ...('grids' in rest ? { grids } : {}),
      },
      losses,
    }
  },
}
