/**
 * Sent with POST or PUT, and no figure or list that a dashboard shows is another one afterwards: questions, what is
 * noted of a reader, accounts, documents, and what is made of figures.
 */
const CHANGES_NOTHING =
  /^\/(?:api\/)?(?:auth\/|dashboards|exports|monitoring\/tracking|oauth|period\/config|reports|screens|users\/password)|back-test|logout/

/** Whether answers of before are old once this was written. */
export const changesFigures = (path: string): boolean => !CHANGES_NOTHING.test(path)
