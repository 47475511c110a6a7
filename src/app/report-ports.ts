/** Ports of reports. */
import { reportsApi } from '../api/reports.ts'
import type { ReportPorts } from '../features/reports/ports.ts'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { saveFile } from './save-file.ts'

export const reportPorts: ReportPorts = { api: reportsApi(api.client), say: errorText, save: saveFile }
