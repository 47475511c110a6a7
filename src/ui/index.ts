/** The door to the parts. Each file stands alone, so a page takes only what it uses. */
export { UiProvider, useUi, type Theme, type Translate, type Ui, type UiProviderProps } from './provider.tsx'
export { formatterFor, type AxisFormat, type CellValue, type Completeness, type UiFormat, type ValueFormat } from './format.ts'
export { cx } from './class-names.ts'

export { Button, IconButton, LinkButton, type ButtonKind, type ButtonProps, type IconButtonProps, type LinkButtonProps } from './button.tsx'
export { TextField, type TextFieldProps } from './text-field.tsx'
export { NumberField, type NumberFieldProps } from './number-field.tsx'
export { Checkbox, Switch, type CheckboxProps, type SwitchProps } from './checkbox.tsx'
export { Select, type SelectProps } from './select.tsx'
export { MultiSelect, type MultiSelectProps } from './multi-select.tsx'
export type { Option, OptionId } from './option-list.tsx'
export { SegmentedControl, ToggleGroup, type Segment, type SegmentedControlProps, type ToggleGroupProps } from './segmented-control.tsx'
export { DateField, DateRangePicker } from './date-lazy.tsx'
export type { DateFieldProps, DateRange, DateRangePickerProps, IsoDate } from './date-fields.tsx'
export type { FieldProps } from './field.tsx'

export { Tabs, type TabItem, type TabsProps } from './tabs.tsx'
export { Menu, type MenuAction, type MenuGroup, type MenuProps } from './menu.tsx'
export { ConfirmDialog, Dialog, type ConfirmDialogProps, type DialogProps } from './dialog.tsx'
export { Popover, type PopoverProps } from './popover.tsx'
export { Tooltip, type TooltipProps } from './tooltip.tsx'
export { ToastQueue, ToastRegion, toasts, TOAST_MS, type ToastKind, type ToastMessage } from './toast.tsx'

export { CopyCode, EmptyState, ErrorState, Notice, type EmptyStateProps, type ErrorStateProps, type NoticeProps } from './feedback.tsx'
export { Skeleton, type SkeletonProps } from './skeleton.tsx'
export {
  Badge, Card, Kbd, PageHeader, Progress, StateMark, StatusDot, VisuallyHidden, type CardProps, type PageHeaderProps, type ProgressProps, type Tone,
} from './small.tsx'
export { Logo, type LogoProps } from './logo.tsx'
export * from './icons/index.tsx'

export { Delta, type Better, type DeltaProps } from './figure/delta.tsx'
export { Figure, PassportPanel, type FigurePassport, type FigureProps, type PassportPanelProps } from './figure/figure.tsx'

export {
  CartesianChart, DonutChart, DRAWN_EVENT, loadECharts, OTHERS, SparkLine, Swatch, TONES,
  type CartesianChartProps, type ChartAxis, type ChartHandle, type ChartSeries, type DonutChartProps, type DonutSlice, type SparkLineProps, type SwatchProps,
} from './chart/index.ts'

export { DataTable } from './table/data-table.tsx'
export { ColumnTable } from './table/column-table.tsx'
export { PAGE_SIZES, type ColumnTableColumn, type ColumnTableProps, type DataTableProps, type PageSize, type SortDirection, type TableColumn, type TableSort } from './table/types.ts'
