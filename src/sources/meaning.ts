/**
 * The meaning of sources and their columns, for authors of widgets and layouts: the reference pages are made of
 * this, of the registry and of the schemas. Apart from the registry, because the page needs none of it. What is a
 * metric has its meaning in the metric registry.
 */

export interface SourceMeaning {
  readonly about: string
  /** The meaning of one row. */
  readonly row: string
  /** The schema of its call: the meaning of its arguments. Left out where the source has no call. */
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
    about: 'The sums behind capture and conversion, by local.',
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
