/** Icons of the areas of the product, apart from the others: only home and the palette draw them. */
import type { ComponentType } from 'react'
import { Icon, type IconProps } from './icon.tsx'
import { BellIcon, ChartBarIcon, DownloadIcon, HomeIcon, MailIcon, StatusIcon, UploadIcon } from './index.tsx'

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

export const BuildingIcon = drawn(
  'M2.5 13.5h11M4 13.5v-10a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v10M10 6.5h1.5a1 1 0 0 1 1 1v6',
  'M6 5.25h2M6 7.75h2M6 10.25h2',
)
const ChatIcon = drawn(
  'M3.5 3h9A1.5 1.5 0 0 1 14 4.5v5a1.5 1.5 0 0 1-1.5 1.5H8l-3.25 2.5V11H3.5A1.5 1.5 0 0 1 2 9.5v-5A1.5 1.5 0 0 1 ' +
    '3.5 3Z',
  'M5.25 7h.01M8 7h.01M10.75 7h.01',
)
const ReportIcon = drawn(
  'M4.5 2h4.75L13 5.75V12.5a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 12.5v-9A1.5 1.5 0 0 1 4.5 2Z',
  'M9 2.25V6h3.75M5.75 11.25v-1.5M8 11.25V8.5M10.25 11.25v-.75',
)
const LaptopIcon = drawn(
  'M4.25 3h7.5a.75.75 0 0 1 .75.75v6h-9v-6A.75.75 0 0 1 4.25 3ZM1.5 12.5h13',
  'M8 5v3M6.75 6.9 8 8.1l1.25-1.2',
)
const ScreenIcon = drawn(
  'M3 2.5h10a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1ZM5.5 13.5h5',
  'M5 8.25v-1M8 8.25v-3M11 8.25v-2',
)
const AppsIcon = drawn(
  'M5.5 1.75h5a1 1 0 0 1 1 1v10.5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1V2.75a1 1 0 0 1 1-1ZM7 12.25h2',
  'M6.75 7.25 7.75 8.25 9.5 6',
)
export const PeopleIcon = drawn(
  'M6 7.5a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5ZM1.75 13c.4-2.25 2.1-3.5 4.25-3.5s3.85 1.25 4.25 3.5',
  'M10.5 3.25a2.25 2.25 0 0 1 0 4M12 9.9c1.25.5 2 1.6 2.25 3.1',
)
const ZonesIcon = drawn(
  'M2.5 3.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1Z',
  'M2.5 8h5M7.5 2.5v11M7.5 10.5h6',
)
export const CarIcon = drawn(
  'M2 11V8.25l1.6-.6 1.1-2.9a1.25 1.25 0 0 1 1.2-.8h4.2a1.25 1.25 0 0 1 1.2.8l1.1 2.9 1.6.6V11h-1.25M2 11h1.25M5.75 ' +
    '11h4.5M3.75 7.65h8.5',
  'M4.5 12.25a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5ZM11.5 12.25a1.25 1.25 0 1 0 0-2.5 1.25 1.25 0 0 0 0 2.5Z',
)
const ForecastIcon = drawn('M2 14h12', 'm2.5 11 3-3.5 2.5 2', 'm9.75 7.6.6-.8M11.45 5.3l.6-.8M13.15 3l.35-.5')
const DoorIcon = drawn('M4.5 13.5v-11h7v11M2.5 13.5h11M9.5 8.25h.01', 'M1.5 6.5 3 8 1.5 9.5M13 6.5 14.5 8 13 9.5')
const ReceiptIcon = drawn(
  'M3.5 2v12l1.5-1 1.5 1L8 13l1.5 1 1.5-1 1.5 1V2L11 3 9.5 2 8 3 6.5 2 5 3Z',
  'M5.75 6.25h4.5M5.75 9h3',
)
export const VenueIcon = drawn(
  'M2 13.5V6.25c1.75-1.4 3.75-2.1 6-2.1s4.25.7 6 2.1v7.25M1.5 13.5h13',
  'M8 4V1.75l2.25.75L8 3.25M5 13.5V9.75h6v3.75M8 9.75v3.75',
)
const MegaphoneIcon = drawn(
  'M2.5 6.75h3L11 3.5v8.5L5.5 9.5h-3ZM4 9.5l.9 3.5h1.6L5.75 9.6',
  'M13 6.25c.5.4.75.9.75 1.5s-.25 1.1-.75 1.5',
)
const ShieldIcon = drawn('M8 1.75 13 3.5v4c0 3.25-2 5.5-5 6.75-3-1.25-5-3.5-5-6.75v-4Z', 'm5.75 8 1.6 1.6 2.9-3.2')
export const ScheduleIcon = drawn('M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Z', 'M8 4.75V8l2.25 1.75')
const TrainIcon = drawn(
  'M5 2h6a2 2 0 0 1 2 2v5.5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2ZM3 7.25h10M8 2v5.25',
  'M5.5 9.4h.01M10.5 9.4h.01M5.5 11.75 4 14M10.5 11.75 12 14',
)

/** A text to read. */
export const DocumentIcon = drawn(
  'M4.5 2h4.75L13 5.75V12.5a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 3 12.5v-9A1.5 1.5 0 0 1 4.5 2Z',
  'M9 2.25V6h3.75M5.75 8.75h4.5M5.75 11.25h4.5',
)

/** By the id of the destination. */
export const AREA_ICONS: Readonly<Record<string, ComponentType<IconProps>>> = {
  home: HomeIcon,
  mail: MailIcon,
  corporate: BuildingIcon,
  chatbot: ChatIcon,
  corporateReports: ReportIcon,
  occupancyDownloads: LaptopIcon,
  screens: ScreenIcon,
  apps: AppsIcon,
  occupancy: PeopleIcon,
  zonesOccupancy: ZonesIcon,
  automotive: CarIcon,
  automotiveDownloads: DownloadIcon,
  automotiveForecast: ForecastIcon,
  automotiveTendency: ForecastIcon,
  automotiveAnalysis: ReportIcon,
  bigVenues: VenueIcon,
  compare: ChartBarIcon,
  exits: DoorIcon,
  sales: ReceiptIcon,
  downloads: DownloadIcon,
  campaigns: MegaphoneIcon,
  admin: ShieldIcon,
  status: StatusIcon,
  alerts: BellIcon,
  uploads: UploadIcon,
  schedule: ScheduleIcon,
  transport: TrainIcon,
}
