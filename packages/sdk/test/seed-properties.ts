import "../../core/src/testing/seed-properties.ts";
