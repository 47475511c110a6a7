/** Device availability: formulas over the answers about footscans, a gauge with a target. */
import { composed, type Steps } from './composer.ts'

/** A column more: so many of a hundred. */
async function percent(steps: Steps, name: string, of: string) {
  const derived = await steps.add('Derive a column')
  await derived.write('New column', name)
  await derived.choose('Calculation', 'Formula')
  await derived.group('Figure').choose('Column', of)
  await derived.write('Factor (100 for %)', '100')
  return derived.group('Divided by')
}

composed('device-availability', 'Device availability', 200, async (board) => {
  await board.filters('Stores', 'Date', 'History')
  await board.settings()
  await board.panel.press('Stores of the brand')
  await board.panel.choose('Source', 'Stores open on a day')
  await board.steps().remove('Filter')
  await board.settings()
  await board.panel.press('Add a query')
  await board.panel.choose('Source', 'Footscans up and down by day')
  const step = await percent(board.steps(), 'availability', 'up')
  await step.choose('Divided by: kind', 'Sum')
  await step.entry('Measures', 1).choose('Column', 'up')
  await step.entry('Measures', 2).choose('Column', 'down')
  await (await percent(board.steps(), 'covered', 'coveredS')).choose('Column', 'openS')

  await board.section('Overview')
  await board.widget('gauge', 'Availability')
  await (await board.data()).query('Footscans up and down by day')
  await board.panel.choose('Measure', 'availability')
  await board.panel.write('Target', '98')
  for (const [from, tone] of [
    ['0', 'Bad'],
    ['90', 'Warning'],
    ['98', 'Good'],
  ] as const) {
    const threshold = await board.panel.addEntry('Thresholds')
    if (from !== '0') await threshold.write('From', from)
    await threshold.choose('Judgement', tone)
  }
  await board.panel.flip('Show the reference')
  await board.named('availability', 'Availability')
  await board.size(6, 5)
  await board.widget('number-tile', 'Covered')
  await (await board.data()).query('Footscans up and down by day')
  await board.panel.choose('Measure', 'covered')
  await board.panel.flip('Show the reference')
  await board.named('covered', 'Covered')
  await board.size(6, 5)

  await board.section('Over time')
  await board.widget('heat-map', 'Calendar')
  const days = await board.data()
  await days.query('Footscans up and down by day')
  await board.panel.pick('Form', 'Calendar')
  await board.panel.choose('Measure', 'covered')
  await board.panel.flip('Show the values')
  await board.named('covered', 'Covered')
  await board.panel.write('Minimum of the colour scale', '80')
  await board.panel.write('Maximum of the colour scale', '100')
  await board.size(6, 6)
  await board.widget('status-evolution', 'Up and down')
  await board.size(6, 6)
  await board.move(7, 1)

  await board.section('Now')
  await board.widget('status-variation', 'Now')
  await board.size(12, 10)

  await board.filter('Date')
  await board.panel.choose('Default', 'Yesterday')
  await board.more()
  await board.panel.write('Key in the address', 'end')
  await board.filter('History')
  await board.panel.write('A fixed value', '90')
})
