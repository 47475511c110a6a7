/** The icon set. `ICONS` finds one by the name a widget definition gives. */
import type { ComponentType } from 'react'
import { Icon, type IconProps } from './icon.tsx'

export type { IconProps } from './icon.tsx'

/** One icon from its path data. */
const drawn = (...paths: string[]) =>
  function DrawnIcon(props: IconProps) {
    return (
      <Icon {...props}>
        {paths.map((d) => (
          <path key={d} d={d} />
        ))}
      </Icon>
    )
  }

export const FilterIcon = drawn('M2 4h12M4.5 8h7M6.75 12h2.5')
export const CalendarIcon = drawn(
  'M3.5 3h9A1.5 1.5 0 0 1 14 4.5v8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12.5v-8A1.5 1.5 0 0 1 3.5 3ZM2 ' +
    '6.5h12M5.25 1.5v3M10.75 1.5v3',
)
export const ChartBarIcon = drawn('M2 14h12', 'M4 11.5v-4M8 11.5v-8M12 11.5v-6')
export const ChartLineIcon = drawn('M2 14h12', 'm2.5 10.5 3.5-4 3 2.5 4.5-6')
export const DonutIcon = drawn('M8 2a6 6 0 1 0 6 6h-3.5A2.5 2.5 0 1 1 8 5.5Z', 'M10.5 2.5a6 6 0 0 1 3 3')
export const TableIcon = drawn(
  'M3.5 2.5h9A1.5 1.5 0 0 1 14 4v8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12V4a1.5 1.5 0 0 1 1.5-1.5ZM2 6.25h12M2 ' +
    '9.9h12M6.5 6.25v7.25',
)
export const ColumnsIcon = drawn('M2.5 3h11v10h-11Z', 'M6.2 3v10M9.8 3v10')
export const DownloadIcon = drawn('M8 2v8M4.75 7 8 10.25 11.25 7M2.5 13.5h11')
export const UploadIcon = drawn('M8 10.5v-8M4.75 5.5 8 2.25 11.25 5.5M2.5 13.5h11')
export const RefreshIcon = drawn(
  'M13.5 3v3.25h-3.25M2.5 13V9.75h3.25',
  'M13.1 6.25A5.5 5.5 0 0 0 3.6 4.7M2.9 9.75a5.5 5.5 0 0 0 9.5 1.55',
)
export function MoreIcon(props: IconProps) {
  return (
    <Icon strokeWidth={2.2} {...props}>
      <path d="M3.25 8h.01M8 8h.01M12.75 8h.01" />
    </Icon>
  )
}
export const CloseIcon = drawn('m4 4 8 8M12 4l-8 8')
export const ChevronDownIcon = drawn('m4 6.25 4 4 4-4')
export const ChevronUpIcon = drawn('m4 9.75 4-4 4 4')
export const ChevronLeftIcon = drawn('m9.75 4-4 4 4 4')
export const ChevronRightIcon = drawn('m6.25 4 4 4-4 4')
export const ArrowUpIcon = drawn('M8 13V3M4 7l4-4 4 4')
export const ArrowDownIcon = drawn('M8 3v10M4 9l4 4 4-4')
export const CheckIcon = drawn('m3 8.5 3.25 3.25L13 4.75')
export const MixedIcon = drawn('M3 5.75h10M3 10.25h10', 'm10.5 2.5-5 11')
export const MinusIcon = drawn('M3.5 8h9')
export const PlusIcon = drawn('M8 3.5v9M3.5 8h9')
export const WarningIcon = drawn(
  'M7.13 2.5 1.7 12a1 1 0 0 0 .87 1.5h10.86A1 1 0 0 0 14.3 12L8.87 2.5a1 1 0 0 0-1.74 0Z',
  'M8 6.25v3M8 11.4h.01',
)
export const InfoIcon = drawn('M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z', 'M8 7.5V11M8 5.1h.01')
export const ErrorIcon = drawn('M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z', 'M8 5v3.5M8 10.9h.01')
export const SuccessIcon = drawn('M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z', 'm5.4 8.2 1.85 1.85 3.4-3.7')
export const GridIcon = drawn('M2.5 2.5h4.5v4.5h-4.5ZM9 2.5h4.5v4.5H9ZM2.5 9h4.5v4.5h-4.5ZM9 9h4.5v4.5H9Z')
export const StarIcon = drawn('m8 2 1.8 3.75 4.1.55-3 2.85.75 4.1L8 11.25l-3.65 2 .75-4.1-3-2.85 4.1-.55Z')
export const FolderIcon = drawn(
  'M2 12V4.5A1.5 1.5 0 0 1 3.5 3h2.75l1.5 1.75h4.75A1.5 1.5 0 0 1 14 6.25V12a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 ' +
    '2 12Z',
)
export const UserIcon = drawn(
  'M8 7.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5Z',
  'M2.75 13.75c.6-2.4 2.7-3.75 5.25-3.75s4.65 1.35 5.25 3.75',
)
export const LogoutIcon = drawn(
  'M6.25 13.5H4A1.5 1.5 0 0 1 2.5 12V4A1.5 1.5 0 0 1 4 2.5h2.25',
  'M10.25 11 13.5 8l-3.25-3M13.25 8H6.5',
)
export const SunIcon = drawn(
  'M8 10.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5Z',
  'M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
)
export const MoonIcon = drawn('M13.5 9.6A5.75 5.75 0 0 1 6.4 2.5a5.75 5.75 0 1 0 7.1 7.1Z')
export const SystemIcon = drawn(
  'M3 3h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM5.5 13.5h5M8 11v2.5',
)
export const GlobeIcon = drawn(
  'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2 8h12',
  'M8 2c1.7 1.7 2.5 3.7 2.5 6S9.7 12.3 8 14c-1.7-1.7-2.5-3.7-2.5-6S6.3 3.7 8 2Z',
)
export const SearchIcon = drawn('M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM13.5 13.5l-3.3-3.3')
export const StoreIcon = drawn(
  'M3 7.5V13a.5.5 0 0 0 .5.5h9a.5.5 0 0 0 .5-.5V7.5',
  'M2.9 2.5h10.2l1.4 3.25a1.75 1.75 0 0 1-3.25.75 1.85 1.85 0 0 1-3.25 0 1.85 1.85 0 0 1-3.25 0 1.75 1.75 0 0 ' +
    '1-3.25-.75ZM6.5 13.5V10h3v3.5',
)
export const BrandIcon = drawn(
  'M2.5 3.25v4.3c0 .4.16.78.44 1.06l5.2 5.2a1.1 1.1 0 0 0 1.56 0l4.1-4.1a1.1 1.1 0 0 0 0-1.56l-5.2-5.2a1.5 1.5 0 0 ' +
    '0-1.06-.44H3.25a.75.75 0 0 0-.75.75Z',
  'M5.4 5.6h.01',
)
export const ExpandIcon = drawn('M9.5 2.5h4v4M6.5 13.5h-4v-4M13.25 2.75 9.25 6.75M2.75 13.25l4-4')
export const ImageIcon = drawn(
  'M3.5 2.5h9A1.5 1.5 0 0 1 14 4v8a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12V4a1.5 1.5 0 0 1 1.5-1.5Z',
  'm2.25 11.5 3.25-3.25 2.5 2.5 2.25-2.25 3.5 3.5M10.4 5.6h.01',
)
export const CameraIcon = drawn(
  'M2.5 4.75h2.25L6 3h4l1.25 1.75h2.25a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-6.5a1 1 0 0 1 1-1Z',
  'M8 11.25a2.35 2.35 0 1 0 0-4.7 2.35 2.35 0 0 0 0 4.7Z',
)
export const CopyIcon = drawn(
  'M6.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1Z',
  'M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2',
)
export const ClockIcon = drawn('M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z', 'M8 4.75V8l2.25 1.75')
export const EditIcon = drawn('M10.75 2.75 13.25 5.25 5.5 13l-3.25.75L3 10.5ZM9 4.5 11.5 7')
export const TrashIcon = drawn(
  'M2.75 4.25h10.5M6 4.25v-1.5h4v1.5M4 4.25l.6 8.3a1 1 0 0 0 1 .95h4.8a1 1 0 0 0 1-.95l.6-8.3M6.75 7v4M9.25 7v4',
)
export const SettingsIcon = drawn(
  'M2.5 4.5h5M11.5 4.5h2M2.5 11.5h2M8.5 11.5h5',
  'M9.5 6.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5ZM6.5 13.25a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z',
)
export const PrintIcon = drawn(
  'M4.5 6V2.5h7V6M4.5 11.5H3a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v3.5a1 1 0 0 1-1 1h-1.5',
  'M4.5 9.5h7v4h-7Z',
)
export const LinkIcon = drawn(
  'M6.75 9.25a2.5 2.5 0 0 0 3.6.05l2.1-2.1a2.5 2.5 0 0 0-3.55-3.55l-.9.9',
  'M9.25 6.75a2.5 2.5 0 0 0-3.6-.05l-2.1 2.1a2.5 2.5 0 0 0 3.55 3.55l.9-.9',
)
export const HomeIcon = drawn(
  'm2.25 7.5 5.1-4.6a1 1 0 0 1 1.3 0l5.1 4.6',
  'M3.75 6.4v6.1a1 1 0 0 0 1 1h6.5a1 1 0 0 0 1-1V6.4M6.5 13.5v-3.75h3v3.75',
)
export const LockIcon = drawn(
  'M4 7h8a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1ZM5.25 7V5a2.75 2.75 0 0 1 5.5 0v2',
)
export const ExternalIcon = drawn(
  'M9.5 2.5h4v4M13.25 2.75 7.5 8.5M11.5 9.5v3a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1h3',
)
export const SortIcon = drawn('m5 6 3-3 3 3M5 10l3 3 3-3')
export const KeyboardIcon = drawn(
  'M2.5 4h11A1 1 0 0 1 14.5 5v6a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM4.25 6.75h.01M6.75 6.75h.01M9.25 ' +
    '6.75h.01M11.75 6.75h.01M5 9.5h6',
)
export const MailIcon = drawn(
  'M3 3.5h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM2.25 4.25 8 8.75l5.75-4.5',
)
export const BookmarkIcon = drawn('M4.5 2.5h7a1 1 0 0 1 1 1v10L8 10.5l-4.5 3v-10a1 1 0 0 1 1-1Z')
export const NoteIcon = drawn(
  'M3.5 2.5h9a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H8l-3 2.5v-2.5H3.5a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM5.25 5.75h5.5M5.25 ' +
    '8.25h3.5',
)
export const StatusIcon = drawn('M1.75 8.5h2.75l1.75-5 3 9.5 2-6 .75 1.5h2.25')
export const BellIcon = drawn('M4 11V7a4 4 0 0 1 8 0v4l1.25 1.25H2.75ZM6.6 14h2.8')

/** By the name used in layouts and widget definitions. */
export const ICONS: Readonly<Record<string, ComponentType<IconProps>>> = {
  filter: FilterIcon,
  calendar: CalendarIcon,
  'chart-bar': ChartBarIcon,
  'chart-line': ChartLineIcon,
  donut: DonutIcon,
  table: TableIcon,
  download: DownloadIcon,
  upload: UploadIcon,
  refresh: RefreshIcon,
  more: MoreIcon,
  close: CloseIcon,
  'chevron-down': ChevronDownIcon,
  'chevron-up': ChevronUpIcon,
  'chevron-left': ChevronLeftIcon,
  'chevron-right': ChevronRightIcon,
  'arrow-up': ArrowUpIcon,
  'arrow-down': ArrowDownIcon,
  check: CheckIcon,
  minus: MinusIcon,
  plus: PlusIcon,
  warning: WarningIcon,
  info: InfoIcon,
  error: ErrorIcon,
  success: SuccessIcon,
  user: UserIcon,
  logout: LogoutIcon,
  sun: SunIcon,
  moon: MoonIcon,
  system: SystemIcon,
  globe: GlobeIcon,
  search: SearchIcon,
  store: StoreIcon,
  brand: BrandIcon,
  expand: ExpandIcon,
  image: ImageIcon,
  camera: CameraIcon,
  copy: CopyIcon,
  clock: ClockIcon,
  edit: EditIcon,
  trash: TrashIcon,
  settings: SettingsIcon,
  print: PrintIcon,
  link: LinkIcon,
  home: HomeIcon,
  lock: LockIcon,
  external: ExternalIcon,
  sort: SortIcon,
  keyboard: KeyboardIcon,
  mail: MailIcon,
  status: StatusIcon,
}
