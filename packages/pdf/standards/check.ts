/** Records whether a rule holds. The rules have the ids that veraPDF's profiles give them. */
export type Check = (rule: string, holds: boolean) => void;
