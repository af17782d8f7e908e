/** A field as a plugin draws it, with the settings of its type. */
export interface Schema {
  readonly id?: string;
  readonly name: string;
  readonly type: string;
  readonly content?: string;
  readonly position: { readonly x: number; readonly y: number };
  readonly width: number;
  readonly height: number;
  readonly [setting: string]: unknown;
}

/** What a plugin draws, and where. */
export interface UIRenderProps {
  readonly schema: Schema;
  readonly value: string;
  /** An element of the size of the field. */
  readonly rootElement: HTMLElement;
}

/** A setting of a field, as the inspector shows it. */
export interface PropPanelSchema {
  readonly title?: string;
  readonly type: string;
  readonly widget?: string;
  /** The width of the control, of 24. */
  readonly span?: number;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly hidden?: boolean;
  readonly props?: Readonly<Record<string, unknown>>;
}

/** A change of a setting; `undefined` removes it. */
interface SettingChange {
  readonly key: string;
  readonly value: unknown;
  readonly schemaId: string;
}

/** What a control of several parts gets. */
export interface PropPanelWidgetProps {
  readonly rootElement: HTMLElement;
  readonly activeSchema: Schema & { readonly id: string };
  readonly changeSchemas: (changes: ReadonlyArray<SettingChange>) => void;
}

/** A field type: how its fields look, and their settings. */
export interface Plugin {
  readonly ui: (props: UIRenderProps) => void | Promise<void>;
  readonly propPanel: {
    readonly schema: Readonly<Record<string, PropPanelSchema>>;
    readonly widgets?: Readonly<Record<string, (props: PropPanelWidgetProps) => void>>;
    readonly defaultSchema: Schema;
  };
}
