import type { AccessFlag } from '#domain/access'

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
