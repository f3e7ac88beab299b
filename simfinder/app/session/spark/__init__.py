"""The same scan and search on Apache Spark, for collections beyond one machine; needs ``simfinder[spark]``.

In: folders or URIs, and the options of a scan. Out: a folder of Parquet tables (``tables``) that ``scan --from`` and
the window open. One run, by ``run``::

    listing    which files there are                                        listing
    files      read and signed on the executors, by the kernels of a scan   signing, row_cache
    contents   looked into, each once, in the sandbox
    rows       what is compared: bytes and views, numbered in order         rows
    links      candidate pairs, judged by ``search``                        posting_join, method_joins
    components what is linked, directly or not                              components
    clusters   every component by the functions of a session                linkage
    tables     numbered, sorted, written; the manifest last

Only joins are written anew, as operations on DataFrames; what a signature is, when two are similar, what a link weighs,
which file is kept and how the others relate to it is asked of the same functions as on one machine. So the clusters are
the same; docs/spark.md says where they may not be.

Source of the components: large-star and small-star, Kiveris, Lattanzi, Mirrokni, Rastogi and Vassilvitskii, "Connected
Components in MapReduce and Beyond", SoCC 2014.
"""
