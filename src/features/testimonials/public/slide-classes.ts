// A module of its own, so that the placeholders don't import the cards and the carousel's library.

/** The row of slides, with gaps of 30 pixels; one slide per view, two from 768 pixels. */
export const trackClass = '-ml-[30px] flex touch-pan-y'
export const slideClass = 'min-w-0 shrink-0 grow-0 basis-full pl-[30px] md:basis-1/2'
export const cardClass =
  'flex h-full min-h-96 flex-col gap-6 rounded bg-raised p-6 shadow-low sm:p-9 md:min-h-92'
