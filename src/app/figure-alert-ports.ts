/** Ports for making a rule about a figure of a widget. */
import { alertsApi } from '../api/alerts.ts'
import type { FigureAlertPorts } from '../features/alerts/figure-dialog.tsx'
import { chosenValues } from '../features/reports/chosen.ts'
import { api } from './api.ts'
import { errorText } from './error-text.ts'

export const figureAlertPorts = (dashboard: string): FigureAlertPorts => ({
  api: alertsApi(api.client),
  dashboard,
  search: () => window.location.search,
  chosen: ({ store }) => chosenValues(store.getState()),
  say: errorText,
})
