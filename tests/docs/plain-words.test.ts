/**
 * Names use the field's terms. A word that was replaced does not come back, and comments, names of tests and decisions
 * say who or what is meant instead of "whoever", "somebody" and the like.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../boundaries/import-table.ts'
import { testNames } from './test-names.ts'

const root = repositoryRoot()
const CODE = '{src,server,widgets,workers,schemas,scripts,tests,.storybook}/**/*.{ts,tsx}'
const files = globSync(CODE, { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('/generated/') && !file.endsWith('/plain-words.test.ts'))

/** The term, by the name that it replaced. */
const REPLACED: Readonly<Record<string, string>> = {
  APART_REASONS: 'READING_QUARANTINE_REASONS',
  AlertWanted: 'AlertFilter',
  Apart: 'QuarantinedLines',
  ApartReading: 'QuarantinedReading',
  ContactWord: 'ContactUpdate',
  Estate: 'Handover',
  FRESH_ADMIN: 'RECENT_AUTH_ADMIN',
  HAIR: 'HAIRLINE',
  HeardInArea: 'ContactInArea',
  HeardOfDevice: 'DeviceTraces',
  KeptApart: 'QuarantinedLine',
  MAX_APART: 'MAX_LINES',
  NOBODYS_HASH: 'DUMMY_HASH',
  NOBODY_ELSE: 'NO_RECIPIENTS',
  PeopleWords: 'OccupancySource',
  ReadingApart: 'NewQuarantinedReading',
  Spoken: 'AcceptedMessage',
  SpokenLocal: 'LocalWithData',
  SpokenOf: 'DataOwners',
  Told: 'AuditNote',
  UNTOLD: 'UNREPORTED',
  Wanted: 'RequestedValue',
  WantedSpan: 'ExpectedSpan',
  WidgetAsked: 'WidgetRequest',
  asAsked: 'asRequested',
  askedLocals: 'ruleLocals',
  asksByWord: 'usesAllSentinel',
  codePasses: 'codeTokens',
  createApart: 'createQuarantine',
  createHands: 'createDragController',
  createJudge: 'createRowValidator',
  createKept: 'createVersionedCache',
  createLocalJudge: 'createLineValidator',
  drawNever: 'cancelDraw',
  drawNow: 'flushDraws',
  drawSoon: 'scheduleDraw',
  flagPlaces: 'flagFieldMap',
  giveBack: 'releaseBuffer',
  heardAt: 'receivedAt',
  heardHours: 'sightedHours',
  heardInAreas: 'contactsInAreas',
  heardOf: 'tracesOf',
  isAskedFor: 'isNeeded',
  isToldByTills: 'isReportedByTills',
  judgeAgain: 'reevaluate',
  keepApart: 'quarantineRows',
  keepImportApart: 'quarantineImportLines',
  lastTold: 'lastNotified',
  listApart: 'listQuarantined',
  lookAndTell: 'evaluateAlerts',
  madeAhead: 'precomputed',
  mayBeTold: 'mayBeNotified',
  mendAll: 'truncateTornSegments',
  mendFactsLog: 'repairFactsLog',
  notAskedFor: 'skippedTests',
  openAhead: 'prefetchDashboard',
  openEarly: 'preloadDashboard',
  openingSeeds: 'openingValues',
  reportPasses: 'createReportTokens',
  requireDoor: 'requireAccess',
  seedsOf: 'initialValuesOf',
  sinceAsked: 'sinceRequest',
  solvedUntold: 'solvedUnnotified',
  spokenOf: 'dataOwnersOf',
  spokenRooms: 'roomsWithData',
  stands: 'shownState',
  standsAlone: 'hasOwnState',
  stepsAhead: 'inlineTransforms',
  stood: 'compacted',
  tellAll: 'sendAll',
  tellBuild: 'reportBuild',
  tellOff: 'notifyDisabled',
  tend: 'runMaintenance',
  tendImports: 'runImportMaintenance',
  toldIn: 'filledIn',
  toldOn: 'shownOn',
  turnRefs: 'mapRefs',
  undressed: 'stripInlineStyles',
  useForetell: 'useImpactPreview',
  useTold: 'useEndNotices',
  usualEmits: 'defaultEmits',
  usualSource: 'defaultSource',
  withoutRefs: 'dereference',
  wordsOfDevices: 'deviceOccupancy',
}

/** Names that a file uses and that were replaced, each with its term. */
function replacedIn(file: string, text: string): string[] {
  const found = new Set<string>()
  // Parsing is for those alone that hold the word somewhere.
  if (!Object.keys(REPLACED).some((name) => text.includes(name))) return []
  new Visitor({
    Identifier: ({ name }) => {
      if (Object.hasOwn(REPLACED, name)) found.add(name)
    },
  }).visit(parseSync(file, text).program)
  return [...found].map((name) => `${file}: ${name}, now ${REPLACED[name]}`)
}

const RIDDLES = /\b(?:whoever|somebody|anybody|whatever|nobody)\b/i
/** In code `nobody` may be the name of an account. */
const IN_CODE = /\b(?:whoever|somebody|anybody)\b/i

/** Whether a text has one of these words, outside of `code`. */
const isRiddle = (text: string): boolean => RIDDLES.test(text.replaceAll(/`[^`]*`/g, ''))

/** Whether a comment of the file has one of these words, outside of `code`. */
const hasRiddle = (file: string, text: string): boolean =>
  RIDDLES.test(text) && parseSync(file, text).comments.some(({ value }) => isRiddle(value))

test('a replaced name, and the name of a test, are found', () => {
  const text = `
    import { giveBack as back } from './x.ts'
    test('whoever asks', () => back())
    test.each([1])('one %s', () => undefined)
    describe(\`on \${name}\`, () => undefined)
    other('no test', 1)
  `
  expect(replacedIn('a.ts', text)).toEqual(['a.ts: giveBack, now releaseBuffer'])
  expect(testNames('a.ts', text)).toEqual(['whoever asks', 'one %s', 'on ${name}'])
})

test('a name that was replaced by the term of the field does not come back', () => {
  expect(files.length).toBeGreaterThan(2000)
  expect(files.flatMap((file) => replacedIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('comments and texts of code name who or what is meant, and not "whoever", "somebody" or "anybody"', () => {
  // The linter of texts has a list of such words.
  const product = files.filter((file) => !/\.(?:test|e2e)\.tsx?$/.test(file) && file !== 'src/i18n/words.ts')
  expect(product.length).toBeGreaterThan(1000)
  expect(product.filter((file) => IN_CODE.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('a comment says "no one", "every" or "each" and the role, and not "nobody", "whatever" or "whoever"', () => {
  expect(['// nobody asks', '/* Whatever it\n * is */'].map((text) => hasRiddle('a.ts', text))).toEqual([true, true])
  expect(["f('nobody')", '// the user `nobody`'].map((text) => hasRiddle('a.ts', text))).toEqual([false, false])
  const found = files.filter((file) => hasRiddle(file, readFileSync(join(root, file), 'utf8')))
  expect(found.toSorted()).toEqual([])
})

test('a decision says "no one", "every" or "each" and the role, and not "nobody", "whatever" or "whoever"', () => {
  expect(['Nobody asks.', 'as `nobody`, in a folder'].map(isRiddle)).toEqual([true, false])
  const decisions = globSync('docs/decisions/*.md', { cwd: root })
  expect(decisions.length).toBeGreaterThan(100)
  expect(decisions.filter((file) => isRiddle(readFileSync(join(root, file), 'utf8'))).toSorted()).toEqual([])
})

test('tests are named by a rule: who does what, and not "whoever", "somebody", "anybody", "whatever" or "nobody"', () => {
  const tests = files.filter((file) => /\.(?:test|e2e)\.tsx?$/.test(file))
  expect(tests.length).toBeGreaterThan(500)
  const names = tests.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return RIDDLES.test(text) ? testNames(file, text).map((name) => `${file}: ${name}`) : []
  })
  expect(names.filter((name) => RIDDLES.test(name))).toEqual([])
})
