/**
 * What the sources and their columns mean, for those who write widgets and layouts: the reference pages are made of
 * this, of the registry and of the schemas. Apart from the registry, because the page needs none of it. What is a
 * metric has its meaning in the metric registry.
 */
import { LANGUAGES } from '#domain/languages'
export interface SourceMeaning {
  readonly about: string
  /** What one row is. */
  readonly row: string
  /** The schema of its call: the meaning of its arguments. Left out where there is no call of its own. */
  readonly call?:
    | 'compare-query'
    | 'traffic-query'
    | 'footscan-workday-query'
    | 'occupancy-query'
    | 'occupancy-levels-query'
    | 'occupancy-periods-query'
    | 'client-query'
    | 'figure-clients-query'
    | 'flows-query'
    | 'profile-query'
    | 'monthly-query'
  /** Rows to reckon with. */
  readonly size: string
}

const BY_PERIOD = 'compare-query'

export const SOURCE_MEANING: Readonly<Record<string, SourceMeaning>> = {
  'clients.list': {
    about: 'The clients the reader may see: the list of a brand filter.',
    row: 'a client',
    size: 'one row per client of the reader',
  },
  'locals.byClient': {
    about: 'The locals of a client: the list of a store filter.',
    row: 'a local',
    size: 'one row per local',
  },
  'locals.active': {
    about: 'The locals of a client that were in business on a workday.',
    row: 'a local',
    size: 'one row per local',
  },
  'campaigns.list': {
    about: 'Campaigns, to choose as a period or to mark over a chart.',
    row: 'a campaign',
    size: 'one row per campaign; without a client, those of all clients of the reader',
  },
  'footscans.workday': {
    about: 'Every footscan with its status on a workday, against the day before and the week before.',
    row: 'a footscan on a workday',
    call: 'footscan-workday-query',
    size: 'footscans × days',
  },
  'footscans.summary': {
    about: 'How many footscans were up, down and closed, over the days that end with one.',
    row: 'a workday',
    call: 'footscan-workday-query',
    size: 'one row per day, at most 366',
  },
  'occupancy.now': {
    about: 'People inside, now, and how far that can be trusted.',
    row: 'a local',
    call: 'occupancy-query',
    size: 'one row per local',
  },
  'occupancy.minutes': {
    about: 'People inside over the last hour, by the minute.',
    row: 'a minute of a local',
    call: 'occupancy-query',
    size: '60 × locals',
  },
  'occupancy.levels': {
    about: 'People inside over some days: least, mean and most at one time in each quarter or hour.',
    row: 'a quarter or an hour of a day of a local',
    call: 'occupancy-levels-query',
    size: '24 or 96 × days × locals, at most 31 days; days of which nothing is known have no rows',
  },
  'figures.clients': {
    about: 'The clients that have figures of a kind, among those that the reader may see.',
    row: 'a client',
    call: 'figure-clients-query',
    size: 'one row per client with figures',
  },
  'flows.months': {
    about: 'The months of which trips or entries are known: the list of a filter.',
    row: 'a month',
    call: 'flows-query',
    size: 'one row per month',
  },
  'flows.pairs': {
    about: 'Trips from one place to another, and the other way: a matrix, paths, and what is out of balance.',
    row: 'a pair of places with trips',
    call: 'flows-query',
    size: 'at most places × places',
  },
  'flows.stations': {
    about:
      'Trips from and to each place, beside its entries and exits on the days of which trips are known. Trips and ' +
      'entries are two measurements.',
    row: 'a place',
    call: 'flows-query',
    size: 'one row per place',
  },
  'flows.hours': {
    about: 'Trips by the hour in which they begin, beside the entries of the same days.',
    row: 'an hour of the day',
    call: 'flows-query',
    size: 'at most 24',
  },
  'flows.days': {
    about: 'Trips and entries by day. Days of which no trip is known have none: they are not known, which is not 0.',
    row: 'a day',
    call: 'flows-query',
    size: 'one row per day that is asked about',
  },
  'profile.slots': {
    about: 'Boardings and alightings of an average day, in the order of the service day.',
    row: 'a slot of the day',
    call: 'profile-query',
    size: 'the slots of a day',
  },
  'profile.stations': {
    about: 'Boardings and alightings of an average day by place.',
    row: 'a place',
    call: 'profile-query',
    size: 'one row per place',
  },
  'monthly.places': {
    about: 'The places of a client that have figures of months: the list of a filter.',
    row: 'a place',
    call: 'monthly-query',
    size: 'one row per place',
  },
  'monthly.months': {
    about: 'The months with figures of a place: the list of a filter.',
    row: 'a month',
    call: 'monthly-query',
    size: 'one row per month',
  },
  'monthly.course': {
    about:
      'Each month with the sums of three and of twelve months that end with it, and the twelve before those. A sum ' +
      'with a month missing is not known.',
    row: 'a month; its last row is the last day, without figures',
    call: 'monthly-query',
    size: 'one row per month',
  },
  'monthly.summary': {
    about:
      'The sums that end with a month against the same of the year before, and how much of them is named in both ' +
      'years.',
    row: 'a period',
    call: 'monthly-query',
    size: 'two rows',
  },
  'monthly.items': {
    about:
      'The same by brand or product. One that is not named in every month of a sum has no such sum: it may be among ' +
      'the others.',
    row: 'an item in a period',
    call: 'monthly-query',
    size: 'two rows per item',
  },
  'occupancy.hours': {
    about:
      'People inside all chosen locals together, hour by hour of one or two periods: sums of seconds, and the most ' +
      'at one time.',
    row: 'an hour of a day of a period',
    call: 'occupancy-periods-query',
    size: '24 × days × periods, however many locals; at most 366 days a period',
  },
  'occupancy.rooms': {
    about: 'People inside each local over one or two periods: sums of seconds, its peak and when, its seats.',
    row: 'a local in a period',
    call: 'occupancy-periods-query',
    size: 'locals × periods',
  },
  'occupancy.clients': {
    about: 'The clients of which people inside or presence are known: the list of a brand filter of occupancy.',
    row: 'a client',
    size: 'one row per client with minutes',
  },
  'occupancy.locals': {
    about: 'The locals of which people inside or presence are known, and from when to when.',
    row: 'a local',
    call: 'client-query',
    size: 'one row per local with minutes',
  },
  'compare.mainExtended': {
    about: 'Everything counted, by day and local: the richest answer, from which most widgets can be fed.',
    row: 'a day of a local in a period',
    call: BY_PERIOD,
    size: 'days × locals × periods; a year of 200 locals is 146,000 rows, aggregated in a worker',
  },
  'compare.capconv': {
    about: 'What capture and conversion are made of, by local.',
    row: 'a local in a period',
    call: BY_PERIOD,
    size: 'locals × periods',
  },
  'compare.hour': {
    about: 'Entries, visits, tickets and ranges of stay by hour of the day.',
    row: 'an hour of the day in a period',
    call: BY_PERIOD,
    size: 'at most 24 × periods',
  },
  'compare.ins': { about: 'Entries by range of stay.', row: 'a period', call: BY_PERIOD, size: 'one row per period' },
  'compare.repetitions': {
    about: 'New and repeating visits, by day.',
    row: 'a day in a period',
    call: BY_PERIOD,
    size: 'days × periods',
  },
  'compare.repetitionsLocal': {
    about: 'New and repeating visits, by local.',
    row: 'a local in a period',
    call: BY_PERIOD,
    size: 'locals × periods',
  },
  'compare.exits': {
    about: 'Entries and exits by day and local, and the two sides of their balance.',
    row: 'a day of a local in a period',
    call: BY_PERIOD,
    size: 'days × locals × periods',
  },
  'compare.exitsHour': {
    about: 'Entries and exits by hour of the day.',
    row: 'an hour of the day in a period',
    call: BY_PERIOD,
    size: 'at most 24 × periods',
  },
  'compare.sales': {
    about: 'Sales, units and tickets by day and local, and the sides of their ratios.',
    row: 'a day of a local in a period',
    call: BY_PERIOD,
    size: 'days × locals × periods',
  },
  'compare.stores': {
    about:
      'Which stores both periods have, and why the others are left out; its totals add up to all that was counted.',
    row: 'a store in a period',
    call: BY_PERIOD,
    size: 'locals × periods',
  },
  'localGroups.byClient': {
    about: 'The groups of locals of a client: the list of a filter by group.',
    row: 'a group',
    call: 'client-query',
    size: 'one row per group of the client',
  },
  traffic: {
    about:
      'Measures of the traffic by any dimensions: hours by weekdays, weeks, months, types and groups of locals. ' +
      '`GET /api/traffic/cost` says the rows and the time of a question before it is asked; more than 250,000 rows ' +
      'are refused.',
    row: 'a combination of the dimensions in `by`, in a period',
    call: 'traffic-query',
    size: 'the product of what its dimensions have × periods',
  },
  'compare.days': {
    about:
      'Which day is compared with which, and which days have no counterpart; its totals add up to all that was ' +
      'counted.',
    row: 'a pair of days, or a day without a counterpart',
    call: BY_PERIOD,
    size: 'days × calendars that the locals keep',
  },
  'compare.holidays': {
    about: 'The holidays within both periods, to name days of a chart.',
    row: 'a day and the name it has',
    call: BY_PERIOD,
    size: 'one row per holiday; one more where locals give a day another name',
  },
}

/** Arguments that no schema explains. */
export const ARG_MEANING: Readonly<Record<string, string>> = {
  client: 'The client that is asked about.',
  locals: 'Its locals; an empty list asks nothing.',
  workday: 'The day they are to have been in business.',
  year: 'A year, in the place of `p1Start` and `p1End`: a question needs one or the other.',
  days: 'How many days, the last one counted in: 1 to 366.',
}

const range = (n: number, of: string): string => `${of}, range ${n + 1} of 4`
const RANGES = [0, 1, 2, 3]

/** Columns that are no metric. */
export const COLUMN_MEANING: Readonly<Record<string, string>> = {
  period: '`comparing` or `reference`.',
  index: 'Days since the begin of the period; two periods are aligned by it.',
  day: 'A civil day where the local is, as days since 1970-01-01.',
  local: 'Id of a local; its name comes from a filter with `names: "local"`.',
  hour: 'Hour of the day, 0 to 23.',
  area: 'Id of an area of a local.',
  areaName: 'What the area is called; beside `area`.',
  kind: '`region`, `format` or `list`.',
  week: 'Monday of the week, as days since 1970-01-01.',
  month: 'Months since year 0: 2026-11 is 24322.',
  group: 'Name of a group of locals; null for locals of none.',
  insTimeS: 'Seconds the entries stayed, added up: the sum behind time inside.',
  visitTimeS: 'Seconds the visits stayed, added up: the sum behind visit time.',
  visitsWithTickets: 'Visits of hours whose tickets are known: the denominator of conversion.',
  insWithTickets: 'Entries of hours whose tickets are known.',
  salesWithTickets: 'Sales of rows whose tickets are known: the average ticket is these over `ticketsWithSales`.',
  ticketsWithSales: 'Tickets of rows whose sales are known.',
  unitsWithTickets: 'Units of rows whose tickets are known: units per ticket are these over `ticketsWithUnits`.',
  ticketsWithUnits: 'Tickets of rows whose units are known.',
  salesWithIns: 'Sales of rows whose entries are known: sales per entry are these over `insWithSales`.',
  insWithSales: 'Entries of rows whose sales are known.',
  salesWithVisits: 'Sales of rows whose visits are known: sales per visit are these over `visitsWithSales`.',
  visitsWithSales: 'Visits of rows whose sales are known.',
  insWithOuts: 'Entries of hours whose exits are known: the balance is these less `outsWithIns`.',
  outsWithIns: 'Exits of hours whose entries are known.',
  ...Object.fromEntries(
    RANGES.flatMap((n) => [
      [`localRepRange${n}`, range(n, 'Identified visits by days since the last visit to the same local')],
      [`clientRepRange${n}`, range(n, 'Identified visits by days since the last visit to any local of the client')],
    ]),
  ),
  ...Object.fromEntries(
    LANGUAGES.map((language) => [
      `name.${language}`,
      `The name in the language ${language}; null where it is not known.`,
    ]),
  ),
  expected: 'Usual traffic of the expected hours, in millionths: the denominator of coverage.',
  observed: 'The same of the hours that came: the numerator of coverage.',
  estimatedIns: 'Entries estimated for hours that did not come; never part of ins.',
  hours: 'Open hours that were expected.',
  missingHours: 'Of these, hours that did not come.',
  partialHours: 'Of these, hours that are not over or came in part.',
  settlingHours: 'Of these, hours that late data may still change.',
  closedHours: 'Hours in which the local was closed.',
  leftOut:
    'Why a store is left out: `neither`, `notComparing`, `notReference` (no counts), `opened`, `closed`, ' +
    '`coverage`, `zeros` (whole days without visitors where people are usual); null where it is compared.',
  insCompared:
    'Entries that a change is taken over: of stores that are compared, in hours that both periods have whole.',
  insLeftOut: 'All other entries.',
  referenceDay: 'The day of the reference it is compared with; null where there is none.',
  pairedBy:
    '`event`, `holiday`, `weekday` or `order` for a pair; `outside` (its counterpart is in no period) or `taken` ' +
    '(its counterpart meets another day by name) for a day alone.',
  insReference: 'Entries of the day of the reference.',
  insReferenceCompared: 'Of these, entries that a change is taken over.',
  insReferenceLeftOut: 'All others of these.',
  countedDays: 'Days with at least one count.',
  closedDays: 'Days on which it was closed all day.',
  unpairedHours: 'Open hours that the other period does not have whole.',
  locals: 'Locals that it is about.',
  closedLocals: 'Of these, locals that close.',
  chosenLocals: 'Locals that were asked about.',
  origin: 'Name of the place in which the trips begin.',
  destination: 'Name of the place in which they end; it may be the same one.',
  busier: 'True in the direction with more trips, so that each pair is there once.',
  trips: 'Trips, by the hour in which they begin.',
  back: 'Trips the other way; null for trips that end where they begin.',
  surplus:
    'Those that leave less those that come; on a pair, trips less those the other way; of an average day, boardings ' +
    'less alightings.',
  departures: 'Trips that begin there.',
  arrivals: 'Trips that end there.',
  sameStation: 'Trips that begin and end there; they are among the departures and the arrivals.',
  entries: 'Entries counted at the doors; by station and hour those of the days of which trips are known.',
  entriesWithTrips: 'Entries of the days of which trips are known.',
  exits: 'Exits counted at the doors on the days of which trips are known.',
  difference: 'Entries less departures: what the two measurements do not agree on.',
  knownDays: '1 for a day of which trips are known.',
  unknownDays: '1 for a day of which none is known.',
  boardings: 'Who got on, on an average day.',
  alightings: 'Who got off, on an average day.',
  stations: 'Places that have this slot.',
  peakSlot: 'The slot with the most boardings.',
  peakBoardings: 'Boardings in that slot.',
  place: 'Name of the place, as its file writes it.',
  item: 'Brand or product that is named.',
  oneMonth: 'Figure of the month.',
  timeSlot: 'Begin and end of a slot on the clock, in the order of the service day.',
  threeMonths: 'Sum of the three months that end with it.',
  twelveMonths: 'Sum of the twelve months that end with it: the moving annual total.',
  twelveMonthsBefore: 'The same a year before.',
  yearToDate: 'Sum from January on.',
  namedInBoth:
    'Of the twelve months, what is of items that are named in every month of both years: growth is of these.',
  notNamed: 'The rest of the twelve months: items that are not named throughout, and others.',
  id: 'Its id.',
  name: 'Its name.',
  type: 'Its kind.',
  code: 'The client’s own code.',
  client: 'Id of its client.',
  enabled: 'False: out of use.',
  hideFootCompare: 'True: left out of Compare.',
  noData: 'True: a venue without data, hidden from all but administrators.',
  timeZone: 'Where it is, as an IANA name.',
  lat: 'Where it stands, degrees north.',
  lng: 'Where it stands, degrees east.',
  begin: 'First day.',
  end: 'Last day, counted in.',
  device: 'Id of a footscan.',
  status: '0 down, 1 up, 2 closed, −1 unknown.',
  statusYesterday: 'The status of the day before.',
  statusLastWeek: 'The status of a week before.',
  reason: 'Why it is down: offline, silent, stuck, fault; one-way, jump and clock skew stand beside up.',
  since: 'Since which hour of the day it is down.',
  downDay: 'The day on which its outage began; closed days do not end one. Null while it is up.',
  downHour: 'The hour at which its outage began.',
  open: '1: the local was open.',
  alert: '1: open, and an alert was raised.',
  running: '1: the day is not over.',
  pings: 'Messages in opening hours.',
  expectedPings: 'Messages that were to be expected; null where a footscan does not report itself.',
  openS: 'Seconds of opening hours.',
  coveredS: 'Of these, seconds in which it was heard.',
  lostS: 'Open seconds of its outage in which it was not heard; null where it was heard and its counts are of no use.',
  mac: 'MAC address of the footscan.',
  up: 'Footscans that were up.',
  down: 'Footscans that were down.',
  closed: 'Footscans whose local was closed.',
  total: 'All footscans.',
  newUp: 'Up and down the day before; null on the first day.',
  newDown: 'Down and not down the day before; null on the first day.',
  asOf: 'Instant of the newest word of its doors, as seconds since 1970-01-01 UTC.',
  now: 'Instant of the answer, as seconds since 1970-01-01 UTC.',
  minute: 'Instant at which the minute begins, as seconds since 1970-01-01 UTC.',
  why:
    'Why nothing is known: `noDoors`, `silent` (no zone is fresh and no door has said enough) or `oneWay`; null ' +
    'where people are known.',
  inferred: 'True: the capacity is worked out from the most that was seen.',
  source:
    'What `people` rests on: `zones` (sensors that see who is inside, all of them fresh) or `doors` (in less out); ' +
    'null where nothing is known.',
  slot: 'Minute of the day, by the clock of the local, at which the quarter or hour begins: 0 to 1439.',
  presence: 'True: a level is the share of minutes in which the room was not empty, and no number of people.',
  mean: 'Mean people inside over the known minutes of the slot.',
  least: 'Fewest people inside at one time.',
  most: 'Most people inside at one time; of several zones together, not the sum of the most of each.',
  known: 'Minutes of the slot that are known; gaps of at most ten minutes are interpolated.',
  peopleS: 'Seconds of people: each person inside counts each second. Over `measuredS` they are the mean.',
  measuredS:
    'Seconds in which it is known how many are inside; of several locals together, those that all of them know.',
  capacityS: 'Capacity × seconds that are measured; null where a local that counts has no capacity.',
  ratedS: 'Measured seconds with a known capacity.',
  saturatedS: 'Of these, seconds with at least 80 % of the capacity.',
  emptyS: 'Of these, seconds with nobody inside.',
  underuseS: 'Of these, seconds with people inside and less than 40 % of the capacity.',
  correctS: 'Of these, seconds with 40 to 80 % of the capacity.',
  heavyS: 'Of these, seconds with 80 to 100 % of the capacity.',
  overloadS: 'Of these, seconds above the capacity.',
  unknownS: 'Expected seconds that are not known.',
  usedS: 'Seconds of rooms that were not empty; of several rooms, added up.',
  roomS: 'Seconds of rooms that are known; of several rooms, added up.',
  peak: 'Most people inside at one time; of several locals the most of their sum, not the sum of their most.',
  peakDay: 'Day on which the peak was first reached.',
  peakHour: 'Hour of the day in which the peak was first reached.',
  seats: 'Capacity of the local; null where none is known.',
  weekday: 'Day of the week, 1 (Monday) to 7.',
  people: 'People inside: what zones see, else in less out since the reset, less the drift, never below 0.',
  outs: 'People who went out.',
  raw: 'In less out as counted; may be negative.',
  drift: 'What the correction took off: people whom the doors are known to lose.',
  capacity: 'People who may be inside; null where neither known nor worked out.',
  doors: 'Footscans that count at its doors.',
  silentDoors: 'Of these, footscans that have not been heard for too long.',
  staleAfterS: 'Seconds after which a door without a word counts as silent.',
}
