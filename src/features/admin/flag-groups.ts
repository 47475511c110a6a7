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

/** Text keys: the name of the card the flag opens, or its own. */
export const FLAG_NAMES: Readonly<Record<AccessFlag, string>> = {
  wiTrace: 'home:screen.corporate',
  peakassoChatbot: 'home:screen.chatbot',
  wiTraceCorporateReport: 'home:screen.corporateReports',
  wiTraceLaptopOccupancyDownload: 'home:screen.occupancyDownloads',
  wiTraceBuildingMap: 'admin:flag.wiTraceBuildingMap',
  rtList: 'home:screen.screens',
  experienceList: 'home:screen.apps',
  occupancyDashboard: 'home:screen.occupancy',
  canModifyOccupancyDashboard: 'admin:flag.canModifyOccupancyDashboard',
  zonesOccupancyDashboard: 'home:screen.zonesOccupancy',
  hasAutomotive: 'home:screen.automotive',
  hasAutomotiveForecast: 'home:screen.automotiveForecast',
  hasAutomotiveTendency: 'home:screen.automotiveTendency',
  hasAutomotiveAnalysis: 'home:screen.automotiveAnalysis',
  hasAutomotiveDownload: 'home:screen.automotiveDownloads',
  hasBigVenues: 'home:screen.bigVenues',
  footCompare: 'home:screen.compare',
  canDownload: 'home:screen.downloads',
  campaignManager: 'home:screen.campaigns',
  footStatus: 'home:screen.status',
  canAlerts: 'home:screen.alerts',
  canUpload: 'home:screen.uploads',
  scheduleManager: 'home:screen.schedule',
  hasRenfeDash: 'home:screen.transport',
}

/** The flag without which this one means nothing. */
export const neededBy = (flag: AccessFlag): AccessFlag | undefined => danglingFlags([flag])[0]?.needs

/**
 * What is wrong with a choice of flags: each that lacks what it needs, `more` being held otherwise (through groups).
 */
export const lacking = (flags: readonly AccessFlag[], more: readonly AccessFlag[] = []) =>
  danglingFlags([...flags, ...more]).filter(({ flag }) => flags.includes(flag))

/** In the order of the product, whatever the order of ticking. */
export const inOrder = (flags: readonly AccessFlag[]): AccessFlag[] =>
  ACCESS_FLAGS.filter((flag) => flags.includes(flag))
