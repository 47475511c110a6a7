/**
 * The access flags in the sections of home, in the words of home, with what each needs (spec 1, sections 2, 3 and 6).
 */
import { ACCESS_FLAGS, type AccessFlag, danglingFlags } from '#domain/access'

export interface FlagSection {
  readonly id: string
  readonly flags: readonly AccessFlag[]
}

export const FLAG_SECTIONS: readonly FlagSection[] = [
  {
    id: 'corporate',
    flags: [
      'wiTrace',
      'peakassoChatbot',
      'wiTraceCorporateReport',
      'wiTraceLaptopOccupancyDownload',
      'wiTraceBuildingMap',
    ],
  },
  {
    id: 'realTime',
    flags: ['rtList', 'experienceList', 'occupancyDashboard', 'canModifyOccupancyDashboard', 'zonesOccupancyDashboard'],
  },
  {
    id: 'automotive',
    flags: [
      'hasAutomotive',
      'hasAutomotiveForecast',
      'hasAutomotiveTendency',
      'hasAutomotiveAnalysis',
      'hasAutomotiveDownload',
    ],
  },
  { id: 'retail', flags: ['hasBigVenues', 'footCompare', 'canDownload', 'campaignManager'] },
  { id: 'management', flags: ['footStatus', 'canAlerts', 'canUpload', 'scheduleManager'] },
  { id: 'others', flags: ['hasRenfeDash'] },
]

/** The flag without which this one means nothing. */
export const neededBy = (flag: AccessFlag): AccessFlag | undefined => danglingFlags([flag])[0]?.needs

/**
 * Problems of a choice of flags: each without its prerequisites; `more` are held otherwise (through groups).
 */
export const lacking = (flags: readonly AccessFlag[], more: readonly AccessFlag[] = []) =>
  danglingFlags([...flags, ...more]).filter(({ flag }) => flags.includes(flag))

/** In the order of the product, not of ticking. */
export const inOrder = (flags: readonly AccessFlag[]): AccessFlag[] =>
  ACCESS_FLAGS.filter((flag) => flags.includes(flag))
