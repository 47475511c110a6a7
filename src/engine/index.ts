/** The door of the engine. The core needs no React; what draws it comes from `./react`. */
export * from './types.ts'
export { type Answers, createAnswers } from './core/answers.ts'
export { createDashboard } from './core/dashboard.ts'
export type {
  Clock,
  Dashboard,
  DashboardOptions,
  DashboardUser,
  ResolvePeriods,
  SetOptions,
  StoragePort,
  UrlPort,
  VisibilityPort,
} from './core/dashboard-types.ts'
export type { GridSize, LayoutModel } from './core/model.ts'
export type { DashboardState, ParamView, SectionView, TraceRecord, WidgetInfo } from './core/state.ts'
export { type DocumentGuards, guardsOfChecked } from './core/guards.ts'
export { type LoadContext, type LoadedLayout, loadLayoutWith, saveLayout } from './core/load.ts'
export { type CheckedLayout, loadChecked } from './core/load-checked.ts'
export { loadLayout } from './core/validate.ts'
export * from './react/index.ts'
