import type { Parts, ServiceMakers } from '../../module.ts'
import { reportJob } from './job.ts'
import type { ReportJob } from './job.ts'
import { reportMaker } from './maker.ts'
import type { ReportMaker } from './maker.ts'
import { reportManagement } from './management.ts'
import { reportManagementRoutes } from './management-routes.ts'
import { createReportTokens } from './report-tokens.ts'
import type { ReportTokens } from './report-tokens.ts'
import { chromiumPrinter } from './printer.ts'
import type { Printer } from './printer.ts'
import { reportRoutes } from './routes.ts'
import { reportService } from './service.ts'
import { widgetFigures } from './widget-figures.ts'
import type { WidgetFigureReader } from './widget-figures.ts'
import type { FastifyInstance } from 'fastify'

declare module '../../module.ts' {
  interface Services {
    readonly reportTokens: ReportTokens
    readonly printer: Printer
    readonly reportJob: ReportJob
    readonly reportMaker: ReportMaker
    readonly widgetFigures: WidgetFigureReader
  }
}

/** Mails due reports. */
const EVERY_MS = 30_000

export const services = {
  reportTokens: ({ catalog, clock }) => createReportTokens({ users: catalog.users, clock }),
  printer: ({ config, log, given }) => given.printer ?? chromiumPrinter({ ...config, log }),
  widgetFigures: ({ catalog, dashboards, reportTokens, inject }) =>
    widgetFigures({ users: catalog.users, dashboards, reportTokens, inject }),
  reportMaker: ({ catalog, dashboards, reportTokens, printer, inject, config, clock, log }) =>
    reportMaker({
      users: catalog.users,
      dashboards,
      reportTokens,
      printer,
      inject,
      runs: catalog.reportRuns,
      reportDomains: config.reportDomains,
      clock,
      log,
    }),
  reportJob: ({ catalog, reportMaker: maker, mail, publicUrl, background, clock, log }) =>
    reportJob({ catalog, maker, mail, publicUrl, background, clock, log }),
} satisfies ServiceMakers

export const routes = (api: FastifyInstance, parts: Parts) => {
  const { catalog, dashboards, mail, printer, reportJob: job, config, clock } = parts
  const reports = reportService({
    catalog,
    dashboards,
    mail,
    printer,
    job,
    reportDomains: config.reportDomains,
    clock,
  })
  reportRoutes(api, { reports })
  const management = reportManagement({ catalog, maker: parts.reportMaker, run: reports.run, clock })
  reportManagementRoutes(api, { management })
}

export const jobs = ({ reportJob: job }: Parts) => [{ name: 'reports', everyMs: EVERY_MS, run: job.tick }]
export const abort = ({ reportJob: job }: Parts) => job.close()
