/** Name of a widget type while it is dragged from the palette. */
export const WIDGET_DRAG = 'application/x-aforo-widget'
