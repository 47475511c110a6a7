/** The chart library is fetched with the first chart of a visit, once. */
type Library = typeof import('./echarts.ts')

let loading: Promise<Library> | null = null
let loaded: Library | null = null

/** Call it early (on the way to a dashboard) to fetch the chunk beside the rest. A failed load may be tried again. */
export function loadECharts(): Promise<Library> {
  loading ??= import('./echarts.ts').then((library) => (loaded = library), (cause: unknown) => {
    loading = null
    throw cause
  })
  return loading
}

/** The library when it is here, so that a chart mounted later draws in its first frame. */
export const loadedECharts = (): Library | null => loaded
