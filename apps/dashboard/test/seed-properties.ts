import "@stela/core/testing/seed-properties";
