export { type DayMark, DayMarksContext } from './day-marks.ts'
export { onceAtRest } from './at-rest.ts'
export { CrashBoundary } from './crash-boundary.tsx'
export { FilterBar } from './filter-bar.tsx'
export { useImpactOn } from './impact.tsx'
export { QuarantineCard } from './quarantine-card.tsx'
export { PageMark, useSaysNothing } from './page-mark.tsx'
export { StoresMark } from './stores-mark.tsx'
export { TrafficMark } from './traffic-mark.tsx'
export { PartBoundary } from './part-boundary.tsx'
export { DashboardView, type DashboardViewProps } from './dashboard-view.tsx'
export { ProjectionTable } from './projection-table.tsx'
export {
  type ControlProps,
  DashboardContext,
  type DashboardServices,
  useDashboard,
  type WidgetAction,
  type WidgetDialogProps,
} from './services.tsx'
export { TimeSteps } from './time-steps.tsx'
export { useFirstSlice } from './use-slices.ts'
export { useSize } from './use-size.ts'
export { WidgetHost } from './widget-host.tsx'
export { WidgetFrame, type WidgetFrameProps } from './widget-frame.tsx'
