/** Public entry point of the components. Each file is independent, so a page bundles only what it uses. */
export { useRootMark } from './use-root-mark.ts'
export { UiProvider, useUi, type Theme, type Translate, type Ui, type UiProviderProps } from './provider.tsx'
export {
  formatterFor,
  type AxisFormat,
  type CellValue,
  type Completeness,
  type UiFormat,
  type ValueFormat,
} from './format.ts'
export { cx } from './class-names.ts'
export { keepFocus, useKeptFocus } from './focus.ts'

export {
  Button,
  IconButton,
  LinkButton,
  type ButtonKind,
  type ButtonProps,
  type IconButtonProps,
  type LinkButtonProps,
} from './button.tsx'
/**
 * Sends every link and button-link of the parts through the application's router; without it a press loads the page
 * anew.
 */
export { RouterProvider as LinkRouter } from 'react-aria-components'
export { ActionBar, BarButton, BarMenu } from './action-bar.tsx'
export { TextField, type TextFieldProps } from './text-field.tsx'
export { NumberField, type NumberFieldProps } from './number-field.tsx'
export { Checkbox, Switch, type CheckboxProps, type SwitchProps } from './checkbox.tsx'
export { Select, type SelectProps } from './select.tsx'
export { SinglePicker, type SinglePickerProps } from './single-picker.tsx'
export { enabledOr } from './enabled-or.ts'
export { MultiSelect, type MultiSelectProps } from './multi-select.tsx'
export { TreeSelect, type TreeSelectProps } from './tree-select.tsx'
export {
  EntityMultiSelector,
  EntitySelector,
  type Entity,
  type EntityMultiSelectorProps,
  type EntitySelectorProps,
  type EntityType,
} from './entity/entity-selector.tsx'
export { FilePicker } from './files/file-picker-lazy.tsx'
export type { FilePickerProps } from './files/file-picker.tsx'
export type { Option, OptionId } from './options.ts'
export {
  SegmentedControl,
  ToggleGroup,
  type Segment,
  type SegmentedControlProps,
  type ToggleGroupProps,
} from './segmented-control.tsx'
export { DateField, DateRangePicker, MomentField } from './date-lazy.tsx'
export type { DateFieldProps, DateRange, DateRangePickerProps, IsoDate, MomentFieldProps } from './date-fields.tsx'
export type { FieldProps } from './field.tsx'
export {
  AutoFilterPreference,
  PreferenceRow,
  PreferenceSwitch,
  type PreferenceRowProps,
  type PreferenceSwitchProps,
} from './preference.tsx'

export { CheckboxGroup, type CheckboxGroupProps, type CheckOption } from './form/checkbox-group.tsx'
export { FieldRow, Form, SaveBar, type FormProps, type SaveBarProps } from './form/form.tsx'
export { FormSection, type FormSectionProps } from './form/form-section.tsx'
export {
  atLeast,
  atMost,
  ifNamed,
  mandatory,
  matches,
  nameProblem,
  nameRules,
  notAmong,
  type Problem,
  type Rule,
  type Rules,
} from './form/rules.ts'
export { UnsavedGuard, useLeaveWarning, type NavigationBlocker, type UnsavedGuardProps } from './form/unsaved-guard.tsx'
export { FieldErrors, useForm, type FieldBinding, type FormApi, type FormOptions } from './form/use-form.ts'

export { Page, type PageProps } from './page/page.tsx'
export { NoClients } from './page/no-clients.tsx'
export { QueryState, type QueryLike, type QueryStateProps } from './page/query-state.tsx'

export { Tabs, type TabItem, type TabsProps } from './tabs.tsx'
export { Menu, type MenuAction, type MenuGroup, type MenuProps } from './menu.tsx'
export { ConfirmDialog, Dialog, type ConfirmDialogProps, type DialogProps } from './dialog.tsx'
export {
  confirmAndRun,
  ConfirmQueue,
  ConfirmRegion,
  confirms,
  type ConfirmRequest,
  type ConfirmResult,
} from './confirm.tsx'
export { EmailDialog } from './email/email-dialog-lazy.tsx'
export type { EmailDialogProps } from './email/email-dialog.tsx'
export { Popover, type PopoverProps } from './popover.tsx'
export { part, type Part, warmParts } from './part.ts'
export { whenIdle } from './when-idle.ts'
export { Tooltip, type TooltipProps } from './tooltip.tsx'
export { ToastQueue, ToastRegion, toasts, ToastWords, TOAST_MS, type ToastKind, type ToastMessage } from './toast.tsx'

export { CopyCode, ErrorState, type ErrorStateProps } from './feedback.tsx'
export { EmptyState, type EmptyStateProps } from './empty-state.tsx'
export { Notice, type NoticeProps } from './notice.tsx'
export { Skeleton, type SkeletonProps } from './skeleton.tsx'
export { Badge, type Tone } from './badge.tsx'
export { PageHeader, type PageHeaderProps } from './page-header.tsx'
export { Card, type CardProps } from './card.tsx'
export { Progress, type ProgressProps } from './progress.tsx'
export { Kbd } from './kbd.tsx'
export { StateMark } from './state-mark.tsx'
export { StatusDot } from './status-dot.tsx'
export { VisuallyHidden } from './visually-hidden.tsx'
export { CodeViewer, MarkdownViewer } from './viewer/viewer-lazy.tsx'
export type { CodeViewerProps } from './viewer/code-viewer.tsx'
export type { MarkdownViewerProps } from './viewer/markdown-viewer.tsx'
export { Logo, type LogoProps } from './logo.tsx'
export * from './icons/index.tsx'

export { arrowOf } from './figure/arrow.ts'
export { Delta, type Better, type DeltaProps } from './figure/delta.tsx'
export {
  AsOf,
  Figure,
  PassportPanel,
  type FigurePassport,
  type FigureProps,
  type PassportPanelProps,
} from './figure/figure.tsx'

export {
  CartesianChart,
  type ChartBand,
  ChartBandsAround,
  ChartPlace,
  DonutChart,
  DRAWN_EVENT,
  OTHERS,
  SparkLine,
  Swatch,
  TONES,
  useKeysHeight,
  type CartesianChartProps,
  type CartesianOption,
  type ChartHandle,
  type ChartSeries,
  type DonutChartProps,
  type DonutSlice,
  type SparkLineProps,
  type SwatchProps,
  type ValueAxis,
} from './chart/index.ts'

export { DataTable } from './table/data-table.tsx'
export { ColumnsButton, useChosenColumns } from './resource-table/columns-button.tsx'
export { ResourceTable } from './resource-table/resource-table.tsx'
export { type ListAddress, useListAddress } from './resource-table/list-address.ts'
export { DEFAULT_TABLE_STATE, readTableState, useTableState, writeTableState } from './resource-table/state.ts'
export type {
  ResourceColumn,
  ResourceOptions,
  ResourceTableProps,
  ResourceType,
  TableState,
} from './resource-table/types.ts'
export { ColumnTable } from './table/column-table.tsx'
export {
  PAGE_SIZES,
  type ColumnTableColumn,
  type ColumnTableProps,
  type DataTableProps,
  type PageSize,
  type SortDirection,
  type TableColumn,
  type TableSort,
} from './table/types.ts'
