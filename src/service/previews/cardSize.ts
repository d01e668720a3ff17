/** Chats show the picture at about this size; it has twice as many pixels. */
export const [CARD_WIDTH, CARD_HEIGHT] = [600, 315]
export const CARD_PIXELS = 2 * CARD_WIDTH

export const CARD_MARGIN = 32
export const [FIGURE_WIDTH, FIGURE_HEIGHT] = [CARD_WIDTH - 2 * CARD_MARGIN, 128]
