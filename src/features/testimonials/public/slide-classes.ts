// Apart from the cards: what stands there before they come brings nothing else along.

/** The row of slides, 30 pixels apart; one to a view, and two on screens from 768 pixels. */
export const trackClass = '-ml-[30px] flex touch-pan-y'
export const slideClass = 'min-w-0 shrink-0 grow-0 basis-full pl-[30px] md:basis-1/2'
export const cardClass =
  'flex h-full min-h-96 flex-col gap-6 rounded bg-raised p-6 shadow-low sm:p-9 md:min-h-92'
