/** Store ranking: one question by store for four widgets. */
import { composed } from './composer.ts'

composed('store-ranking', 'Store ranking', 95, async (board) => {
  await board.filters('Stores', 'Periods', 'Compared')
  await board.traffic({ by: ['Store', 'Day'], measures: ['Visits', 'Capture rate', 'Conversion rate', 'Time inside'] })

  await board.section('Ranking')
  await board.widget('bar-chart', 'Most entries')
  await board.panel.write('How many are shown', '15')
  await board.panel.flip('Group the rest as Others')
  await board.panel.pick('Direction', 'Horizontal')
  await board.size(6, 11)
  await board.widget('waterfall', 'Which stores move the total')
  await board.panel.write('How many are shown', '8')
  await board.size(6, 11)
  await board.widget('scatter', 'Entries and conversion')
  await board.panel.choose('Size', 'Visits')
  await board.panel.flip('Show the reference')
  await board.size(12, 8)

  await board.section('All figures')
  await board.widget('data-table', 'All figures')
  // Its course by day asks a question of its own; without it that question is gone from the page.
  await (await board.data('spark')).query('None')
  const sixth = board.panel.entry('Columns', 6)
  await sixth.choose('Column', 'Conversion rate')
  await sixth.choose('Form', 'Change')
  await board.panel.press('Move Columns 6 up')
  await board.size(12, 10)

  await board.filter('Periods')
  await board.panel.choose('Default', 'Last month')
})
