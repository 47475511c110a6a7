import { expect, test } from 'vitest'
import { changesFigures } from './changes-figures.ts'

test.each([
  '/dashboards/foot-compare/opened',
  '/dashboards/foot-compare/star',
  '/dashboards/abc/draft',
  '/auth/user/terms-of-service',
  '/monitoring/tracking/',
  '/period/config?thisOrLast=this',
  '/oauth/token',
  '/alerts/rules/back-test',
  '/screens',
  '/reports/run',
  '/exports',
])('cached figures stay fresh after %s', (path) => expect(changesFigures(path)).toBe(false))

test.each([
  '/campaigns/3',
  '/clients',
  '/modules/client/1/config',
  '/opening-hours/local/2',
  '/upload/tickets/daily/1/csv',
  '/api/locals/1/alerts/2',
  '/places/local/1/name',
  '/users/2/disable',
])('cached figures are stale after %s', (path) => expect(changesFigures(path)).toBe(true))
