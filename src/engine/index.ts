/** The door of the engine. The core needs no React; what draws it comes from `./react`. */
export * from './types.ts'
export { createDashboard } from './core/dashboard.ts'
export type { Clock, Dashboard, DashboardOptions, DashboardUser, ResolvePeriods, SetOptions, StoragePort, UrlPort } from './core/dashboard-types.ts'
export type { GridSize, LayoutModel } from './core/model.ts'
export type { DashboardState, ParamView, SectionView, TraceRecord, WidgetInfo } from './core/state.ts'
export { type LoadContext, type LoadedLayout, loadLayout, saveLayout } from './core/validate.ts'
export * from './react/index.ts'
