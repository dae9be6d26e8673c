/**
 * A Standard Schema (https://standardschema.dev), as made by zod, valibot, arktype and others. Only this part of it is used.
 */
export interface StandardSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
  };
}

/** A validate function compiled by ajv. */
export interface AjvValidate {
  (value: unknown): unknown;
  errors?: readonly object[] | null | undefined;
}

/** A validator of payloads. */
export type PayloadValidator = StandardSchema | AjvValidate;

/**
 * Checks a text as `validate` does, and its decoded payload against a schema: a Standard Schema or a validate function
 * of ajv, both synchronous. Violations of the schema are findings of the rule `payload-schema`, at their places inside
 * the string.
 */
export declare function checkPayload(
  text: string,
  validator: PayloadValidator,
  options?: ValidateOptions,
): Report;
